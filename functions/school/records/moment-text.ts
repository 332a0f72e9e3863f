import { displayMoment } from '#shared/school/display-date.ts';
import { schoolTime } from '#shared/school/school-time.ts';
import { school } from './school.ts';

/** "03-Nov-2025 06:00", at the school; null for none. `at` is ISO 8601. */
export const momentText = (at: string | undefined): string | null =>
  at === undefined ? null : displayMoment(schoolTime(new Date(at), school().timeZone));
