import { createContext, useContext } from 'react';
import { defaultTintThresholds } from '#shared/marks/tints.ts';
import type { PublicSchool } from '#shared/school/public-school.ts';
import { setSchoolZone } from '../ui/fields/dates/school-clock.ts';
import { NetworkError, parseApiError } from './errors.ts';

/** Where the site finds the school's name before anyone signs in; index.html preloads it. */
const schoolPath = '/school.json';

/** Sets the school's clock. Throws as `call` does. */
export async function fetchSchool(): Promise<PublicSchool> {
  const response = await fetch(schoolPath).catch((cause: unknown) => {
    throw new NetworkError(cause);
  });
  if (!response.ok) throw await parseApiError(response);
  const school = (await response.json()) as PublicSchool;
  setSchoolZone(school.timeZone);
  return school;
}

/** The school of this site, for every page; `app/site.tsx` fills it before any page shows. */
export const SchoolContext = createContext<PublicSchool>({
  name: '',
  motto: null,
  timeZone: 'UTC',
  options: [],
  tints: defaultTintThresholds,
});
export const useSchool = (): PublicSchool => useContext(SchoolContext);

/** Where the school is, for what is printed or told to others: its own domain, whatever address this page came by. */
export const useSchoolAddress = (): string => useSchool().address ?? window.location.origin;
