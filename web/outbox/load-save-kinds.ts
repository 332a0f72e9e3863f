let load: () => Promise<unknown> = async () => {};

/** Sets the function that loads the save kinds of all features: pending saves are sent from any screen once all are known. */
export const setSaveKindLoader = (loadAll: () => Promise<unknown>): void => {
  load = loadAll;
};

/** Resolves when every save kind is registered. */
export const loadSaveKinds = (): Promise<unknown> => load();
