import type { BuildEntry } from './entries.ts';

/**
 * A young generation of the usual size lets garbage double the memory before it is looked at: smaller than that, a
 * level's spreadsheet stays below 256 MB.
 */
export const smallYoungGeneration = '--max-semi-space-size=4';

/**
 * How much the old generation may grow before it is collected depends on its limit: with this one, far above what any
 * file needs, a whole school stays below 300 MB (`tools/bench/move-in`).
 */
export const heapOfSchool = `${smallYoungGeneration} --max-old-space-size=768`;

/**
 * Options of Node for a function; undefined for most. Those that stream parse a level's marks page after page, others
 * say of a call or a job that it has a whole school in hand.
 */
export const nodeOptionsOf = ({
  kind,
  calls,
  jobs,
}: Pick<BuildEntry, 'kind' | 'calls' | 'jobs'>): string | undefined =>
  [...calls, ...jobs].some(({ holdsSchool }) => holdsSchool)
    ? heapOfSchool
    : kind === 'streams'
      ? smallYoungGeneration
      : undefined;
