import { type QueryClient, useQuery } from '@tanstack/react-query';
import { UserRoundPen } from 'lucide-react';
import type { Output } from '#shared/http/contract.ts';
import { lessonsContract } from '#shared/people/lessons/contract.ts';
import { describeWorkWithoutTeacher } from '#shared/people/lessons/work-without-teacher.ts';
import { queryKeyOf, queryOf } from '../../api/query.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { NoticeLoadError } from './lockout-notices.tsx';
import styles from './teachers.module.css';

/** Says how many lessons and classes nobody has, with the way to their list. Nothing where everything has somebody. */
export function WorkWithoutTeacherNotice({ onOpen }: { onOpen: () => void }) {
  const work = useWorkWithoutTeacher();
  if (work.isError && !work.data)
    return <NoticeLoadError query={work} text="The lessons and classes without a teacher could not be loaded." />;
  const count = work.data ? describeWorkWithoutTeacher(work.data) : '';
  if (count === '') return null;
  return (
    <Stack gap={8} below={16} className={styles.notices}>
      <Alert tone="warning">
        <p>
          <strong>{count}</strong> without a teacher: who had them has left, or a class has no form teacher.
        </p>
        <Button icon={UserRoundPen} onClick={onOpen}>
          Hand Over
        </Button>
      </Alert>
    </Stack>
  );
}

export type WorkWithoutTeacher = Output<typeof lessonsContract.listWorkWithoutTeacher>;

const query = { ...queryOf(lessonsContract.listWorkWithoutTeacher, {}), staleTime: 0 };

export const workWithoutTeacherQueryKey = queryKeyOf(lessonsContract.listWorkWithoutTeacher, {});

/** The lessons and classes without a teacher (rule 51), refetched whenever the screen is opened. */
export const useWorkWithoutTeacher = () => useQuery(query);

/** Whether a teacher who was just archived had lessons or classes; refetches the list of the screen too. */
export async function hasWorkToHandOver(client: QueryClient, employeeId: string): Promise<boolean> {
  const { teachers } = await client.fetchQuery(query);
  return teachers.some((one) => one.employee_id === employeeId);
}
