/** Parts into which the table is cut to be searched: a school of ten years has some 150 MB in each, which are read in ten seconds. */
export const tableParts = 8;

/** The steps of an erasure, each a batch of its run. The first decides: without it the others find nothing to do. */
export const erasureSteps = [
  'record',
  'files',
  ...Array.from({ length: tableParts }, (_, segment) => `rows ${segment}`),
] as const;
