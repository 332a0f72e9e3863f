import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { signOffContract } from '#shared/options/sign-off/contract.ts';
import { stageScreenWords, signScreenWordings as wordings } from '#shared/options/sign-off/screen-wordings.ts';
import { queryKeyOf } from '../../api/query.ts';
import type { AboveRecordProps } from '../../features/term-reports/above-record.ts';
import { useClosedTermReason } from '../../pickers/closed-term.tsx';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Row } from '../../ui/layout/row.tsx';
import { Panel, Stack } from '../../ui/layout/stack.tsx';
import { Muted } from '../../ui/layout/text.tsx';
import { useRecordAddress } from './record-address.ts';
import { ChangedFields, StagesOfReport } from './report-stages.tsx';
import styles from './sign-off.module.css';
import { signaturesQuery, takenBackBy, turnOf, useSigning } from './signing.ts';

/** Above a student's record: who has signed the report, and the user's own signature. */
export default function SignatureLine({ record, outbox }: AboveRecordProps) {
  const { student_id, class_id, year, term, name } = record;
  const of = { class_id, year, term };
  const session = useSession();
  const maySee = session?.area === 'staff' || session?.permissions.some(({ menu }) => menu === 'completeness') === true;
  const client = useQueryClient();
  const query = useQuery({ ...signaturesQuery(of), enabled: maySee && record.registered });
  const { sign, takeBack, busy } = useSigning(of);
  const closed = useClosedTermReason({ year, term });
  // What is saved may make a signature fall back.
  useEffect(
    () =>
      outbox.onEvent(
        (event) =>
          event.kind === 'saved' &&
          void client.invalidateQueries({ queryKey: queryKeyOf(signOffContract.listSignatures) }),
      ),
    [outbox, client],
  );
  const { students = [], signs_as: signsAs = [] } = query.data ?? {};
  const addressOf = useRecordAddress({ classId: class_id, year, term, isCurrent: false, signsAs });
  if (!maySee || !record.registered || query.isError) return null;
  const report = students.find((one) => one.student_id === student_id);
  const turn = report && closed === undefined ? turnOf(report, signsAs) : undefined;
  const back = report && closed === undefined ? takenBackBy(report, signsAs) : undefined;
  return (
    <Stack below={12}>
      <Panel inner aria-label="Signatures" as="section">
        <Row justify="between" wrap gap={8} across={16} className={`${styles.line}`}>
          {report ? (
            <Stack gap={4} grow shrinks breaks>
              <StagesOfReport report={report} />
              <ChangedFields report={report} addressOf={(cell) => addressOf(student_id, cell)} />
            </Stack>
          ) : (
            <Muted size={13}>{query.isPending ? wordings.loading : wordings.notSignedYet}</Muted>
          )}
          {turn !== undefined && report && (
            <Button
              aria-label={`${stageScreenWords[turn].act}: ${name}`}
              busy={busy === student_id}
              onClick={() => void sign(turn, [report], student_id)}
            >
              {stageScreenWords[turn].act}
            </Button>
          )}
          {turn === undefined && back !== undefined && report && (
            <Button
              aria-label={`${wordings.takeBack}: ${name}`}
              busy={busy === student_id}
              onClick={() => void takeBack(back, report)}
            >
              {wordings.takeBack}
            </Button>
          )}
        </Row>
      </Panel>
    </Stack>
  );
}
