import { useRef, useState } from 'react';
import type { StudentField } from '#shared/students/fields.ts';
import {
  type ConfirmedRow,
  studentSpreadsheetsContract,
  type UploadStatus,
} from '#shared/students/spreadsheets/contract.ts';
import { studentUploadWordings as messages } from '#shared/students/wordings.ts';
import { explain } from '../../../acts/attempt.ts';
import { useAct } from '../../../acts/use-act.ts';
import { call } from '../../../api/call.ts';
import { messageOf } from '../../../api/errors.ts';
import { useFollowedRun } from '../../../runs/use-run.ts';
import { sendWithRetries } from './send-with-retries.ts';

/** Confirms a list and polls its run to the end, also after a reload. */
export function useListUpload({ onEnd }: { onEnd: (end: UploadStatus) => void }) {
  const [problem, setProblem] = useState<string | null>(null);
  const sayWhy = (reason: string) => setProblem(`${messages.confirmFailed}. ${reason}`);
  const sending = useAct({ onFailed: (error) => sayWhy(messageOf(error)) });
  /** One idempotency key for a list: sent again after a lost connection, it is the same upload. */
  const attempt = useRef<{ list: string; key: string } | null>(null);
  const { going, start } = useFollowedRun(studentSpreadsheetsContract.readStudentUploadProgress, {
    name: 'student-upload',
    onEnd: (end) => {
      if ('answer' in end) onEnd(end.answer);
      else explain(end.error, sayWhy);
    },
  });
  /** `onBegun`: the server has the list, and processes it even if this page is closed. */
  const confirm = async (data: ConfirmedRow[], columns: StudentField[], onBegun: () => void) => {
    setProblem(null);
    const list = JSON.stringify([data, columns]);
    const idempotencyKey = attempt.current?.list === list ? attempt.current.key : crypto.randomUUID();
    attempt.current = { list, key: idempotencyKey };
    await sending.act(async () => {
      // With one key the upload is started once.
      const send = () => call(studentSpreadsheetsContract.applyStudentUpload, { data, columns }, { idempotencyKey });
      const { upload } = await sendWithRetries(send);
      onBegun();
      void start({ upload });
    });
  };
  return { going, isBusy: sending.isBusy || going !== null, problem, confirm };
}
export type ListUploadState = ReturnType<typeof useListUpload>;
