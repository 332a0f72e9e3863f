import { actsPlace } from '#shared/place.ts';
import type { Action } from '../../platform/table/action.ts';
import type { Authorship } from '../../platform/table/audit.ts';
import { school } from '../../school/records/school.ts';
import type { CopyEdition } from './posting/posted-reports.ts';
import type { ReportCard } from './report-card.ts';

/** Copies that are about to be written together. */
export interface CopiesToKeep {
  edition: CopyEdition;
  /** Tells this transaction from the others of the edition; the same when it is retried. */
  part: string;
  cards: readonly ReportCard[];
  by: Authorship;
}

/**
 * Makes a record that is written with copies, in their transaction: one action at most, for which a transaction of the
 * most copies has room. Null where there is nothing to keep.
 */
export type KeepWithCopies = (copies: CopiesToKeep) => Promise<Action | null>;

export const keepersOfCopies = /* @__PURE__ */ actsPlace<KeepWithCopies>('records of a posting');

/** What the school's options keep with copies. */
export const listKeptWithCopies = async (copies: CopiesToKeep): Promise<Action[]> =>
  (await Promise.all(keepersOfCopies.of(school().options).map((keep) => keep(copies)))).flatMap(
    (action) => action ?? [],
  );
