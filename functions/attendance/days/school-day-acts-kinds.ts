import { undoableActions } from '../../platform/undo/undoable-actions.ts';
import type { DaySettingItem } from '../records/day-setting.ts';

/** Days that were set, each with what was set before and the version that it became. Listed under the term. */
export interface DaysSet {
  kind: 'days set';
  details: { days: { date: string; before: DaySettingItem | null; version: number }[] };
}

export const schoolDayActs = undoableActions<DaysSet>('school-days');

export const placeOfTerm = ({ year, term }: { year: number; term: number }): string => `${year}#${term}`;
