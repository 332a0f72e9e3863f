import { namedFiles as ofFamilies } from './families/named-files.ts';

/** Files that records name. */
export const namedFilesParts = { families: ofFamilies };
