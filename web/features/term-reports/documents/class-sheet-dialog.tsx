import type { ReactNode } from 'react';
import { DocumentWindow } from '../../../documents/document-frame.tsx';
import { Select } from '../../../ui/fields/select.tsx';

export type TermNumber = 1 | 2 | 3;

/** Which class and term a sheet is about when it opens, and the terms to choose from. */
export interface ClassSheetChoice {
  classId: string;
  className: string;
  /** Start year. */
  year: number;
  term: TermNumber;
  terms: readonly { id: TermNumber; title: string }[];
}

/** 'Term {title}' (product §2), without repeating "Term" where the title begins with it. */
export const toTermLabel = (title: string): string => (/^term\b/i.test(title) ? title : `Term ${title}`);

interface TermSelectProps {
  terms: ClassSheetChoice['terms'];
  term: TermNumber;
  onTerm: (term: TermNumber) => void;
}

export function TermSelect({ terms, term, onTerm }: TermSelectProps) {
  return (
    <Select
      label="Term"
      options={terms.map(({ id, title }) => ({ value: id, label: toTermLabel(title) }))}
      value={term}
      onValueChange={onTerm}
    />
  );
}

interface ClassSheetDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  choices: ReactNode;
  /** Null: nothing generated yet. */
  children: ReactNode;
}

/** Choices above, the sheet below, 80 % of the window wide. */
export const ClassSheetDialog = (props: ClassSheetDialogProps) => (
  <DocumentWindow {...props} size="wide" nothing="Choose a term and press Generate Mark Sheet." />
);
