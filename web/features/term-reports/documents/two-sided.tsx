import { useState } from 'react';
import { Row } from '../../../ui/layout/row.tsx';
import styles from './two-sided.module.css';

/** Kept on this device, as it depends on the printer. */
const storageKey = 'formroom.two-sided';

/** Whether each card of a class begins on the front of a sheet, as last chosen. */
export function useTwoSidedChoice(): [boolean, (isTwoSided: boolean) => void] {
  const [isTwoSided, setTwoSided] = useState(() => localStorage.getItem(storageKey) === 'yes');
  const choose = (chosen: boolean) => {
    localStorage.setItem(storageKey, chosen ? 'yes' : 'no');
    setTwoSided(chosen);
  };
  return [isTwoSided, choose];
}

interface TwoSidedCheckboxProps {
  isTwoSided: boolean;
  onChange: (isTwoSided: boolean) => void;
  disabled?: boolean;
}

export const TwoSidedCheckbox = ({ isTwoSided, onChange, disabled = false }: TwoSidedCheckboxProps) => (
  <Row as="label" inline gap={8} className={styles.box}>
    <input
      type="checkbox"
      checked={isTwoSided}
      disabled={disabled}
      onChange={(event) => onChange(event.target.checked)}
    />
    For printing on both sides: each card begins on a front page
  </Row>
);
