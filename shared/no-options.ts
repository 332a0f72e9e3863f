/** In place of `options.ts` in a build of the core alone. */
export const options = [] as const;
