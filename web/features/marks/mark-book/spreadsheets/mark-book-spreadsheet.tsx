import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import type { SpreadsheetEvent } from '#shared/marks/mark-book/spreadsheet-calls.ts';
import { markFileWordings, markScreenWordings } from '#shared/marks/wordings.ts';
import { peopleContract } from '#shared/people/contract.ts';
import { startYearOf } from '#shared/school/academic-year.ts';
import { termsContract } from '#shared/school/contract.ts';
import { subjectsContract } from '#shared/subjects/contract.ts';
import { noticeFailureOf } from '../../../../acts/notice-failure.ts';
import { fetchDocument, streamCall } from '../../../../api/call.ts';
import { downloadBlob } from '../../../../api/download-blob.ts';
import { isSessionOver } from '../../../../api/errors.ts';
import { queryOf } from '../../../../api/query.ts';
import { LoadingScreen } from '../../../../pickers/loading-screen.tsx';
import { Button } from '../../../../ui/controls/button.tsx';
import { Alert } from '../../../../ui/display/alert.tsx';
import { ScreenHead } from '../../../../ui/display/screen-head.tsx';
import { Select } from '../../../../ui/fields/select.tsx';
import { Stack } from '../../../../ui/layout/stack.tsx';
import { Text } from '../../../../ui/layout/text.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import styles from './spreadsheets.module.css';

/** Value of "All" in a list; no id begins with it. */
const any = '*';

/**
 * The Mark Book Spreadsheet screen (product §2): level, class, subject, and a file of all marks of the current term.
 */
export default function MarkBookSpreadsheet({ actions }: { actions?: ReactNode }) {
  const period = useQuery(queryOf(termsContract.readTermOverview, {}));
  const levels = useQuery(queryOf(peopleContract.listFormLevels, {}));
  const classes = useQuery(queryOf(peopleContract.listFormClasses, {}));
  const subjects = useQuery(queryOf(subjectsContract.listSubjects, {}));
  const [formLevel, setFormLevel] = useState<number>(0);
  const [formClass, setFormClass] = useState<string>(any);
  const [subjectId, setSubjectId] = useState<string>(any);
  const [problem, setProblem] = useState<string | null>(null);
  const making = useSpreadsheetJob();

  const title = markScreenWordings.markBookSpreadsheet;
  if (!period.data || !levels.data || !classes.data || !subjects.data) {
    return <LoadingScreen title={title} what="choices" queries={[period, levels, classes, subjects]} />;
  }
  const current = period.data.current_term;
  const download = async () => {
    const isChosen = formLevel !== 0 || formClass !== any || subjectId !== any;
    setProblem(isChosen ? null : markFileWordings.noFields);
    if (!isChosen || !current) return;
    await making.make({
      year: String(startYearOf(current.academic_year_id)),
      term: String(current.term),
      ...(formLevel === 0 ? {} : { formLevel: String(formLevel) }),
      ...(formClass === any ? {} : { formClass }),
      ...(subjectId === any ? {} : { subjectId }),
    });
  };
  const ofLevel = classes.data.filter(({ form_level }) => formLevel === 0 || form_level === formLevel);
  return (
    <>
      <ScreenHead title={title} subtitle="All marks of the current term, in one workbook" actions={actions} />
      <Stack gap={16} width={420}>
        <Select
          label="Form Level"
          options={[
            { value: 0, label: 'All' },
            ...levels.data.map((level) => ({ value: level.form_level, label: level.title })),
          ]}
          value={formLevel}
          onValueChange={(level) => {
            setFormLevel(level);
            setFormClass(any);
            setProblem(null);
          }}
        />
        <Select
          label="Form Class"
          options={[{ value: any, label: 'All' }, ...ofLevel.map(({ id }) => ({ value: id, label: id }))]}
          value={formClass}
          onValueChange={(chosen) => {
            setFormClass(chosen);
            setProblem(null);
          }}
        />
        <Select
          label="Subject"
          options={[
            { value: any, label: 'All' },
            ...subjects.data.map(({ id, title: name }) => ({ value: id, label: name })),
          ]}
          value={subjectId}
          onValueChange={(chosen) => {
            setSubjectId(chosen);
            setProblem(null);
          }}
        />
        {problem && <Alert tone="error">{problem}</Alert>}
        <div>
          <Button variant="primary" icon={Download} onClick={() => void download()}>
            Download Spreadsheet
          </Button>
        </div>
      </Stack>
      <Progress event={making.event} onCancel={making.cancel} />
    </>
  );
}

/** Makes a spreadsheet and saves it. `event`: the progress, null if none is being made. */
function useSpreadsheetJob() {
  const [event, setEvent] = useState<SpreadsheetEvent | null>(null);
  const stopping = useRef<AbortController | null>(null);
  const make = async (input: {
    year: string;
    term: string;
    formLevel?: string;
    formClass?: string;
    subjectId?: string;
  }) => {
    const stop = new AbortController();
    stopping.current = stop;
    const { signal } = stop;
    setEvent({ message: 'Starting', progress: 0, total: 1, complete: false, filePath: null });
    try {
      let filePath: string | null = null;
      for await (const next of streamCall(markBookContract.makeSpreadsheet, input, { signal })) {
        setEvent(next);
        filePath = next.filePath;
      }
      // A stream that ends before its work is done has failed.
      if (filePath === null) throw new Error(markFileWordings.downloadFailed);
      const file = await fetchDocument(markBookContract.downloadSpreadsheet, { filePath }, { signal });
      downloadBlob(file, 'Mark Book Spreadsheet.xlsx');
    } catch (error) {
      if (!signal.aborted && !isSessionOver(error)) noticeFailureOf(markFileWordings.downloadFailed)(error);
    } finally {
      setEvent(null);
    }
  };
  return { event, make, cancel: () => stopping.current?.abort() };
}

function Progress({ event, onCancel }: { event: SpreadsheetEvent | null; onCancel: () => void }) {
  const percent = event ? Math.round((event.progress / Math.max(event.total, 1)) * 100) : 0;
  return (
    <Dialog
      openedBy="act"
      open={event !== null}
      onClose={onCancel}
      title="Making the spreadsheet"
      size="small"
      mustAnswer
      footer={<Button onClick={onCancel}>Cancel</Button>}
    >
      <progress className={styles.progress} aria-label="Progress" max={100} value={percent} />
      <Text as="p" figures above={8}>
        {percent} % {event?.message}
      </Text>
    </Dialog>
  );
}
