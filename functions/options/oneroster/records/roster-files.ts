import { fileKey } from '#shared/http/contract.ts';
import { rosterFileDays } from '#shared/options/oneroster/jobs.ts';
import { entity } from '../../../platform/table/entity.ts';

/** A OneRoster file that was made, for as long as the bucket has it. */
export interface RosterFileItem {
  /** ISO 8601. */
  madeAt: string;
  /** Names it in the bucket. */
  run: string;
  /** Display name of the person who began it; absent of a file of the night. */
  madeBy?: string | undefined;
  /** Of the state that it was made of (`snapshots/`): what changed since this file is what has a later moment. */
  takenAt: string;
  /** It has what changed since this moment alone; absent of a whole one. */
  since?: string | undefined;
  /** Changes were asked for, and are not known since then: it is whole. */
  isWholeInstead?: true | undefined;
  bytes: number;
  /** By file, those that are in it alone. */
  rows: Record<string, number>;
  /** No term of the current year has both dates: there are no classes. */
  lacksTerms: boolean;
  /** Epoch seconds. */
  expires: number;
}

export const RosterFileEntity = entity<RosterFileItem>()({
  name: 'roster-file',
  pk: 'roster-files',
  sk: '${madeAt}#${run}',
});

export const keyOfRosterFile = ({ run }: Pick<RosterFileItem, 'run'>): string => fileKey('roster-files', `${run}.zip`);

/** Those that the bucket still has, the latest last. One query. */
export const listRosterFiles = async (now: Date): Promise<RosterFileItem[]> =>
  (await RosterFileEntity.query({})).filter(({ madeAt }) => now < endOfRosterFile(madeAt));

/** When the bucket deletes a file that was made then. */
export const endOfRosterFile = (madeAt: string): Date => new Date(Date.parse(madeAt) + rosterFileDays * 86_400_000);
