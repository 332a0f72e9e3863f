import { FileSpreadsheet, NotebookPen } from 'lucide-react';
import { ChoiceList } from '../../../ui/controls/choice-list.tsx';
import { ScreenHead } from '../../../ui/display/screen-head.tsx';
import styles from './mark-book.module.css';

/** Address values of the options. */
type Option = 'book' | 'spreadsheet';

const options: readonly { option: Option; label: string; text: string; icon: typeof NotebookPen }[] = [
  { option: 'book', label: 'Mark Book', text: 'The assessments of one lesson, and their marks.', icon: NotebookPen },
  {
    option: 'spreadsheet',
    label: 'Mark Book Spreadsheet',
    text: 'All marks of a form level, a class or a subject, in one workbook.',
    icon: FileSpreadsheet,
  },
];

/** 'Select Option' (product §4): what admins and those with spreadsheet access choose first. */
export function MarkBookOptions({ title, onPick }: { title: string; onPick: (option: Option) => void }) {
  return (
    <>
      <ScreenHead title={title} />
      <section aria-labelledby="select-option">
        <h2 id="select-option" className={styles.heading}>
          Select Option
        </h2>
        <ChoiceList
          choices={options.map(({ option, ...shown }) => ({ key: option, ...shown, to: () => onPick(option) }))}
        />
      </section>
    </>
  );
}
