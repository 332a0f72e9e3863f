import { actsPlace } from '#shared/place.ts';
import type { Authenticator } from '../platform/requests/authorize.ts';
import { school } from '../school/records/school.ts';
import { authenticator } from './authenticator.ts';

/** Who lets students in, of one option at most: their sessions are open nowhere else. */
export const sessionsOfStudents = actsPlace<Pick<Authenticator, 'openSession'>>('sessions of students');

/** For functions whose calls students make as well as staff. */
export const authenticatorOfEverybody: Authenticator = {
  ...authenticator,
  openSession: async (...session) => {
    const [ofOption] = sessionsOfStudents.of(school().options);
    if (ofOption) return ofOption.openSession(...session);
    const opened = await authenticator.openSession(...session);
    return opened?.caller.role === 'student' ? null : opened;
  },
};
