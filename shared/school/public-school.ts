import type { Tints } from '../marks/tints.ts';
import type { SchoolFile } from './school-file.ts';

/** What the web site may know before anyone signs in: served as `/school.json`. */
export type PublicSchool = Pick<SchoolFile, 'name' | 'motto' | 'timeZone' | 'options'> & {
  /** Absent where the school has no weekly tests. */
  weeklyTests?: Omit<SchoolFile['weeklyTests'], 'isOn'>;
  /** Absent where the school has no attendance. */
  attendance?: true;
  /** Absent where the school sends no mail. */
  sendsMail?: true;
  /** `https://marks.example.edu`; absent where the school has no domain of its own. */
  address?: string;
  tints: Tints;
};

/** Where a school with a domain of its own is: `https://marks.example.edu`. */
export const addressOfDomain = ({ name }: { name: string }): string => `https://${name}`;

/** What of a school file's core everybody may know; `publicSchoolOf` adds what options say. */
export function toPublicSchool({
  name,
  motto,
  tints,
  timeZone,
  options,
  attendance,
  weeklyTests: { isOn, ...weeklyTests },
  domain,
}: SchoolFile): PublicSchool {
  return {
    name,
    motto,
    tints,
    timeZone,
    options,
    ...(isOn ? { weeklyTests } : {}),
    ...(attendance.isOn ? { attendance: true as const } : {}),
    ...(domain ? { address: addressOfDomain(domain) } : {}),
  };
}
