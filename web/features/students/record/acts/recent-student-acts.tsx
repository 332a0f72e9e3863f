import { RecentActs } from '../../../../undo/recent-acts.tsx';
import { useAfterStudentChange } from '../use-after-student-change.ts';

/** Students who were added, moved, archived or restored in the last 30 days, each with Undo (rule 46). */
export function RecentStudentActs() {
  const { reload } = useAfterStudentChange();
  return <RecentActs list={{ of: 'student-register' }} onDone={() => void reload()} />;
}
