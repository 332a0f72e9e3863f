import { useRef } from 'react';
import * as z from 'zod/mini';
import { documentTitles, maxWords } from '#shared/options/transcripts/kinds.ts';
import { transcriptWordings, transcriptScreenWordings as wordings } from '#shared/options/transcripts/wordings.ts';
import { FormTextArea } from '../../forms/fields.tsx';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { useForm } from '../../forms/use-form.ts';
import { useSession } from '../../session/session.ts';
import { issueOnce } from './issue-once.ts';

interface WordsDialogProps {
  kind: 'leaving certificate' | 'testimonial';
  studentId: string;
  onIssued: (number: string) => void;
  onClose: () => void;
}

const text = () => z.string().check(z.trim(), z.maxLength(maxWords));
const schemas = {
  testimonial: z.strictObject({ words: text().check(z.minLength(1, transcriptWordings.wordsMissing)) }),
  'leaving certificate': z.strictObject({ words: z.nullable(text()) }),
};

/** The principal's words of a document, which is then issued. */
export function WordsDialog({ kind, studentId, onIssued, onClose }: WordsDialogProps) {
  const number = useRef('');
  const userId = useSession()?.id ?? '';
  const form = useForm({
    schema: schemas[kind],
    stored: { words: null as string | null },
    save: async ({ words }) => {
      const { documents } = await issueOnce(userId, { kind, student_ids: [studentId], words });
      number.current = documents[0]?.number ?? '';
    },
    onSaved: () => onIssued(number.current),
  });
  return (
    <FormDialog
      form={form}
      open
      size="medium"
      title={documentTitles[kind]}
      text={kind === 'testimonial' ? wordings.aboutTestimonial : wordings.aboutCertificate}
      submitLabel="Issue"
      focusesField
      onClose={onClose}
    >
      <FormTextArea form={form} name="words" label={wordings.words} limit={maxWords} rows={8} />
    </FormDialog>
  );
}
