let load: () => Promise<unknown> = async () => {};

/** Says where the kinds of all features come from: what waits is sent on any screen, when they are all known. */
export const loadSaveKindsBy = (loadAll: () => Promise<unknown>): void => {
  load = loadAll;
};

/** Resolves when every kind of save is known. */
export const loadSaveKinds = (): Promise<unknown> => load();
