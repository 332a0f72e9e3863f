import { useSchool } from '../../../api/school.ts';
import { SignIn } from './sign-in.tsx';

/** Staff entrance, product §2: the title is the school's name. */
export function StaffSignIn() {
  return <SignIn area="staff" title={useSchool().name} subtitle="Sign in with your staff account" />;
}
