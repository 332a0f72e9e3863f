import type { Community } from '../names/family-names.ts';
import type { PersonName } from '../names/people-names.ts';
import type { AptitudeField, SubjectId } from '../staff/subjects.ts';
import type { Sex } from '../types.ts';

/** Where a student sits in one year. */
export interface DemoPlacement {
  classId: string;
  formLevel: number;
}

/** Abilities that marks, comments and attendance follow from. Normal scores: 0 is an average student. */
export interface AbilityProfile {
  ability: number;
  aptitudes: Readonly<Record<AptitudeField, number>>;
  diligence: number;
  conduct: number;
  /** Share of sessions missed, 0 to 1. */
  absence: number;
  /** Share of sessions late. */
  lateness: number;
}

/** A student inside the generator: who it is, where, and how it does at school. */
export interface Pupil {
  studentId: string;
  name: PersonName;
  sex: Sex;
  community: Community;
  /** Brothers and sisters have the same number. */
  family: number;
  status: 'current' | 'archived';
  /** Present place, or the last one. */
  place: DemoPlacement;
  /** Place in the year before the current one; absent when not here then. */
  placeBefore?: DemoPlacement;
  /** Start year of the first year at this school, and the level it began in. */
  entryYear: number;
  entryLevel: number;
  dateOfLeaving?: string;
  isRepeater: boolean;
  csec: readonly SubjectId[];
  cape: readonly SubjectId[];
  bent: AbilityProfile;
}
