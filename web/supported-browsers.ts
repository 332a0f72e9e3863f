/**
 * The oldest browsers that the site is built for, as esbuild and Vite name them: each that has `light-dark()`. README
 * names the same.
 */
export const supportedBrowsers = { chrome: '123', edge: '123', firefox: '120', safari: '17.5' } as const;
