import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FileText, GraduationCap } from 'lucide-react';
import { useState } from 'react';
import type { Output } from '#shared/http/contract.ts';
import { transcriptsContract } from '#shared/options/transcripts/contract.ts';
import { documentTitles } from '#shared/options/transcripts/kinds.ts';
import { transcriptScreenWordings as wordings } from '#shared/options/transcripts/wordings.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { useAct } from '../../acts/use-act.ts';
import { useAddressState } from '../../address/use-address-state.ts';
import { queryKeyOf, queryOf } from '../../api/query.ts';
import { DocumentFrame, DocumentWindow } from '../../documents/document-frame.tsx';
import { useSession } from '../../session/session.ts';
import { buildScreenAddress } from '../../session/site-paths.ts';
import { BackLink } from '../../ui/controls/back-link.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Loading } from '../../ui/display/loading.tsx';
import { ScreenHead } from '../../ui/display/screen-head.tsx';
import { Toolbar } from '../../ui/layout/row.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { Text } from '../../ui/layout/text.tsx';
import { snackbar } from '../../ui/overlays/snackbar.tsx';
import { DocumentsWindow } from './documents-window.tsx';
import { issueOnce } from './issue-once.ts';
import { IssuedDocuments } from './issued-documents.tsx';
import { TermTables } from './term-tables.tsx';
import styles from './transcripts.module.css';
import { WordsDialog } from './words-dialog.tsx';

/** The screen's own address. */
const transcriptsPath = '/admin/dashboard/transcripts';

const { readTranscript, printTranscriptDraft } = transcriptsContract;
type Transcript = Output<typeof readTranscript>;

/** What the transcript of a student has, and the documents that were issued. */
export function StudentTranscript({ studentId }: { studentId: string }) {
  const place = useAddressState();
  const client = useQueryClient();
  const transcript = useQuery(queryOf(readTranscript, { student_id: studentId }));
  const reload = () => client.invalidateQueries({ queryKey: queryKeyOf(readTranscript, { student_id: studentId }) });
  const [shown, setShown] = useState<{ number: string; hasMarks: boolean }>();
  const userId = useSession()?.id ?? '';
  // After a failure too: what was issued before the answer was lost is in the list.
  const { act, isBusy, problem } = useAct({ onEnd: reload });
  const classId = place.get('class');
  const backTo = buildScreenAddress(transcriptsPath, classId === null ? {} : { class: classId });
  const back = <BackLink to={backTo}>{wordings.title}</BackLink>;
  if (!transcript.data)
    return (
      <>
        {back}
        <Loading queries={[transcript]} what="the transcript" />
      </>
    );
  const { student, terms, left_out: leftOut, documents } = transcript.data;
  const asked = place.get('write');
  const isWriting = asked === 'testimonial' || asked === 'leaving certificate' ? asked : null;
  const issue = () =>
    act(async () => {
      const input = { kind: 'transcript' as const, student_ids: [studentId], words: null };
      const { documents: issued } = await issueOnce(userId, input);
      const number = issued[0]?.number ?? '';
      snackbar(wordings.issued(documentTitles.transcript, number));
      setShown({ number, hasMarks: true });
    });
  return (
    <>
      {back}
      <ScreenHead title={student.name} />
      <Stack gap={16}>
        <p className={styles.facts}>{factsOf(student)}</p>
        <Toolbar across={16}>
          {terms.length > 0 && (
            <>
              <Button variant="primary" busy={isBusy} onClick={() => void issue()}>
                Issue Transcript
              </Button>
              <Button icon={FileText} onClick={() => place.change({ draft: 'transcript' })}>
                Preview
              </Button>
            </>
          )}
          <Button onClick={() => place.change({ write: 'leaving certificate' })}>Leaving Certificate</Button>
          <Button onClick={() => place.change({ write: 'testimonial' })}>Testimonial</Button>
        </Toolbar>
        {problem !== null && <Alert tone="error">{problem}</Alert>}
        {leftOut.map(({ year, term, marks }) => (
          <Alert key={`${year} ${term}`} tone="info">
            {wordings.leftOut(year, term, marks)}
          </Alert>
        ))}
        {terms.length === 0 ? (
          <EmptyState icon={GraduationCap} title="Nothing to print yet" text={wordings.noTerms} />
        ) : (
          <TermTables terms={terms} />
        )}
        <Text as="h2" size="16on22">
          Documents
        </Text>
        <IssuedDocuments
          documents={documents}
          onShow={({ number, kind }) => setShown({ number, hasMarks: kind === 'transcript' })}
          onChanged={() => void reload()}
        />
      </Stack>
      {isWriting && (
        <WordsDialog
          key={isWriting}
          kind={isWriting}
          studentId={studentId}
          onIssued={(number) => {
            place.change({ write: null });
            void reload();
            setShown({ number, hasMarks: false });
          }}
          onClose={() => {
            place.change({ write: null });
            // An answer that was lost may have been that of a document.
            void reload();
          }}
        />
      )}
      <DocumentsWindow
        numbers={shown ? [shown.number] : []}
        hasMarks={shown?.hasMarks ?? false}
        onClose={() => setShown(undefined)}
      />
      <DocumentWindow
        open={place.get('draft') === 'transcript' && terms.length > 0}
        onClose={() => place.change({ draft: null })}
        title="Transcript, draft"
        size="full"
      >
        <DocumentFrame
          row={printTranscriptDraft}
          input={{ student_id: studentId }}
          title="Transcript, draft"
          fileName={`Transcript draft ${studentId}`}
          what="transcript"
        />
      </DocumentWindow>
    </>
  );
}

const factsOf = ({ student_id, class_id, date_of_birth, entered_on, left_on }: Transcript['student']): string =>
  [
    student_id,
    class_id,
    ...(date_of_birth === null ? [] : [`born ${displayDate(date_of_birth)}`]),
    ...(entered_on === null ? [] : [`entered ${displayDate(entered_on)}`]),
    ...(left_on === null ? [] : [`left ${displayDate(left_on)}`]),
  ].join(' · ');
