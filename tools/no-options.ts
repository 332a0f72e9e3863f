/** In place of `options.ts` in a build of the core alone: the smoke test tries nothing of options. */
export const smokeCheckParts = {};
