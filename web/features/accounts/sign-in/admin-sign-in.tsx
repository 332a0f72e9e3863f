import { useSchool } from '../../../api/school.ts';
import { SignIn } from './sign-in.tsx';

/** Admin entrance, product §2. */
export function AdminSignIn() {
  return <SignIn area="admin" title="Admin Sign in" subtitle={useSchool().name} />;
}
