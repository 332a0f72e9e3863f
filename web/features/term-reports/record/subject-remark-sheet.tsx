import { type RefObject, useRef, useState } from 'react';
import { remarkLimits } from '#shared/term-reports/limits.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { BottomSheet } from '../../../ui/overlays/bottom-sheet.tsx';
import styles from './record.module.css';
import { RemarkOfRecord } from './remark-of-record.tsx';
import { useFieldDraft } from './use-field-draft.ts';

interface SubjectRemarkSheetProps {
  open: boolean;
  title: string;
  subjectId: string;
  value: string | null;
  onValue: (value: string | null) => void;
  onClose: () => void;
}

/**
 * The remarks of one subject in a bottom sheet: 'Max 215 Characters', or 500 where the user asks for more or the remark
 * is longer already (product §5).
 */
export function SubjectRemarkSheet({ open, title, subjectId, value, onValue, onClose }: SubjectRemarkSheetProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [isLong, setLong] = useState(false);
  // Keeps the last title on show while the sheet slides away.
  const [last, setLast] = useState(title);
  if (open && title !== last) setLast(title);
  const close = () => {
    setLong(false);
    onClose();
  };
  const limit =
    isLong || (value ?? '').length > remarkLimits.bottomSheet ? remarkLimits.subject : remarkLimits.bottomSheet;
  return (
    <BottomSheet
      openedBy="act"
      open={open}
      onClose={close}
      title={last}
      initialFocus={area}
      savesItself
      footer={
        <>
          {limit === remarkLimits.bottomSheet && (
            <span className={styles.start}>
              <Button variant="quiet" onClick={() => setLong(true)}>
                Longer remarks
              </Button>
            </span>
          )}
          <Button variant="primary" onClick={close}>
            Done
          </Button>
        </>
      }
    >
      {open && (
        <SubjectRemark key={title} subjectId={subjectId} value={value} limit={limit} area={area} onValue={onValue} />
      )}
    </BottomSheet>
  );
}

interface SubjectRemarkProps extends Pick<SubjectRemarkSheetProps, 'subjectId' | 'value' | 'onValue'> {
  limit: number;
  area: RefObject<HTMLTextAreaElement | null>;
}

function SubjectRemark({ subjectId, value, limit, area, onValue }: SubjectRemarkProps) {
  const { text, type, leave } = useFieldDraft({
    name: `${subjectId}/comment`,
    stored: value ?? '',
    limit,
    save: (typed) => onValue(typed === '' ? null : typed),
  });
  const [warning, setWarning] = useState<string | null>(null);
  return (
    <>
      <TextArea
        ref={area}
        label="Remarks"
        limit={limit}
        rows={4}
        value={text}
        warning={warning ?? undefined}
        onValueChange={type}
        onBlur={leave}
      />
      <RemarkOfRecord name={`${subjectId}/comment`} text={text} onWarning={setWarning} />
    </>
  );
}
