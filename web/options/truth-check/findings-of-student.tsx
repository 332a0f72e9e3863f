import { useQuery } from '@tanstack/react-query';
import { truthCheckContract } from '#shared/options/truth-check/contract.ts';
import { checkReportsTitle } from '#shared/options/truth-check/menu-wordings.ts';
import { findingWordings as wordings } from '#shared/options/truth-check/wordings.ts';
import { queryOf } from '../../api/query.ts';
import type { FindingsOfStudentProps } from '../../features/term-reports/findings-of-student.ts';
import { useSession } from '../../session/session.ts';
import { Stack } from '../../ui/layout/stack.tsx';
import { Muted, Text } from '../../ui/layout/text.tsx';

/** What the check of reports finds on a student's report, less what was dismissed: for administrators who have it. */
export default function FindingsOfStudent({ classId, year, term, studentId }: FindingsOfStudentProps) {
  const session = useSession();
  const maySee = session?.area === 'admin' && session.permissions.some(({ menu }) => menu === 'completeness');
  const { data } = useQuery({
    ...queryOf(truthCheckContract.listFindings, { class_id: classId, year: String(year), term: String(term) }),
    enabled: maySee,
  });
  if (!maySee || !data) return null;
  const open = data.findings.filter(({ student_id, dismissed }) => student_id === studentId && dismissed === null);
  return (
    <Stack as="section" gap={6} aria-label={checkReportsTitle}>
      <Text as="h3" size="12on16" tone="muted">
        {checkReportsTitle}
      </Text>
      {open.length === 0 ? (
        <Muted size="13on18">{wordings.nothingFoundHere}</Muted>
      ) : (
        <Stack as="ul" gap={4}>
          {open.map(({ finding, rule, title, text }) => (
            <Text as="li" key={finding} size="13on18" breaks tone={rule === 'certain' ? 'danger' : undefined}>
              {title === null ? text : `${title}: ${text}`}
            </Text>
          ))}
        </Stack>
      )}
    </Stack>
  );
}
