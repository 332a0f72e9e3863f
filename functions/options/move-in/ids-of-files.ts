import { actsPlace } from '#shared/place.ts';
import { school } from '../../school/records/school.ts';

/** What the undo of a run left: teachers and students whom the run added, and whether anything stays at all. */
export interface LeftByUndo {
  teachers: readonly string[];
  students: readonly string[];
  isAnything: boolean;
}

/** What remembers the ids of files (`OtherReader.remember`), and forgets those of a run that was taken back whole. */
export interface IdsOfFiles {
  /** Repeated, it ends the same. */
  forget(run: string, left: LeftByUndo): Promise<void>;
}

/** Filled by `functions/options/ids-of-files.ts`. */
export const idsOfFiles = /* @__PURE__ */ actsPlace<IdsOfFiles>('ids of files');

export async function forgetIdsOfRun(run: string, left: LeftByUndo): Promise<void> {
  for (const ids of idsOfFiles.of(school().options)) await ids.forget(run, left);
}
