import { useState } from 'react';
import styles from './two-sided.module.css';

/** Kept on this device: it is about its printer. */
const place = 'formroom.two-sided';

/** Whether each card of a class is to begin on the front of a sheet, as it was chosen last. */
export function useTwoSided(): [boolean, (isTwoSided: boolean) => void] {
  const [isTwoSided, setTwoSided] = useState(() => localStorage.getItem(place) === 'yes');
  const choose = (chosen: boolean) => {
    localStorage.setItem(place, chosen ? 'yes' : 'no');
    setTwoSided(chosen);
  };
  return [isTwoSided, choose];
}

interface TwoSidedBoxProps {
  isTwoSided: boolean;
  onChange: (isTwoSided: boolean) => void;
  disabled?: boolean;
}

export const TwoSidedBox = ({ isTwoSided, onChange, disabled = false }: TwoSidedBoxProps) => (
  <label className={styles.box}>
    <input
      type="checkbox"
      checked={isTwoSided}
      disabled={disabled}
      onChange={(event) => onChange(event.target.checked)}
    />
    For printing on both sides: each card begins on a front page
  </label>
);
