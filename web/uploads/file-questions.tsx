import { useRef, useState } from 'react';
import type { DayOrderQuestion, ListSheets } from '#shared/file-questions.ts';
import { pluralize } from '#shared/pluralize.ts';
import { displayDate } from '#shared/school/display-date.ts';
import type { DayOrder } from '#shared/school/parse-day.ts';
import type { CallOptions } from '../api/call.ts';
import { Button } from '../ui/controls/button.tsx';
import { Alert } from '../ui/display/alert.tsx';
import { Row } from '../ui/layout/row.tsx';
import { useFileReading } from './file-reading.tsx';

/** What the user has said about a file; the calls take it beside the file. */
export interface SaidOfFile {
  sheet?: string;
  day_order?: DayOrder;
}

interface PreviewWithQuestions {
  sheets: ListSheets;
  day_order?: DayOrderQuestion;
}

interface ListReadingSteps<T> {
  /** Makes the call that reads the file. */
  send: (file: File, said: SaidOfFile, options: Pick<CallOptions, 'signal' | 'onSent'>) => Promise<T>;
  /** Called once nothing about the file is open. */
  onRead: (preview: T, file: File) => void;
  /** Begins the message of a failure. */
  failed: string;
}

/**
 * Has the server read a list, and asks once for the sheet and for the order of day and month where the file leaves them
 * open.
 */
export function useListReading<T extends PreviewWithQuestions>({ send, onRead, failed }: ListReadingSteps<T>) {
  const said = useRef<SaidOfFile>({});
  const [asked, setAsked] = useState<{ file: File; preview: T } | null>(null);
  const reading = useFileReading({
    send: (file, options) => send(file, said.current, options),
    onRead: (preview: T, file) => {
      const isOpen = isSheetOpen(preview, said.current) || (preview.day_order ?? null) !== null;
      setAsked(isOpen ? { file, preview } : null);
      if (!isOpen) onRead(preview, file);
    },
    failed,
  });
  const read = (file: File) => {
    said.current = {};
    setAsked(null);
    return reading.read(file);
  };
  const answer = (more: SaidOfFile) => {
    said.current = { ...said.current, ...more };
    if (asked) void reading.read(asked.file);
  };
  return { ...reading, read, asked, said: said.current, answer };
}

const isSheetOpen = ({ sheets }: PreviewWithQuestions, { sheet }: SaidOfFile): boolean =>
  sheets.length > 1 && sheet === undefined;

/**
 * The open question about a file that was read: its sheet first, then the order of day and month. Nothing where none is
 * open.
 */
export function FileQuestions({ reading }: { reading: ReturnType<typeof useListReading<PreviewWithQuestions>> }) {
  const { asked, said, answer, sent } = reading;
  if (!asked) return null;
  const isBusy = sent !== null;
  if (!isSheetOpen(asked.preview, said))
    return (
      <DayOrderChoice
        question={asked.preview.day_order ?? null}
        isBusy={isBusy}
        onAnswer={(day_order) => answer({ day_order })}
      />
    );
  const { sheets } = asked.preview;
  return (
    <Alert tone="warning">
      <p>
        {asked.file.name} has a list in {sheets.length} sheets. They are uploaded one after the other. Which one is
        first?
      </p>
      <Row as="span" align="stretch" wrap gap={8} above={8}>
        {sheets.map(({ name, rows }) => (
          <Button key={name} unavailable={isBusy} onClick={() => answer({ sheet: name })}>
            {name} ({pluralize(rows, 'row')})
          </Button>
        ))}
      </Row>
    </Alert>
  );
}

interface DayOrderChoiceProps {
  question: DayOrderQuestion;
  isBusy: boolean;
  onAnswer: (order: DayOrder) => void;
}

/** Asks for the order of day and month of a file (rule 73). Nothing without a question. */
export function DayOrderChoice({ question, isBusy, onAnswer }: DayOrderChoiceProps) {
  if (!question) return null;
  const { columns, text, dates, day_first, month_first } = question;
  return (
    <Alert tone="warning">
      <p>
        No row shows whether the day or the month comes first in {columns.join(' and ')}. Which day is {text}?
        {dates > 1 && ` The answer is for ${pluralize(dates, 'date')}.`}
      </p>
      <Row as="span" align="stretch" wrap gap={8} above={8}>
        <Button unavailable={isBusy} onClick={() => onAnswer('day first')}>
          {displayDate(day_first)}: the day comes first
        </Button>
        <Button unavailable={isBusy} onClick={() => onAnswer('month first')}>
          {displayDate(month_first)}: the month comes first
        </Button>
      </Row>
    </Alert>
  );
}
