import styles from './mark-book.module.css';

interface ClassChipsProps {
  classes: readonly string[];
  /** Below form 4 a page has one class (product §9). */
  disabled: boolean;
  /** Null for all. */
  chosen: string | null;
  onChoose: (classId: string | null) => void;
}

/** The form class chips: one class, or all. */
export function ClassChips({ classes, disabled, chosen, onChoose }: ClassChipsProps) {
  const chips = disabled
    ? classes.map((id) => ({ id, label: id, isOn: true }))
    : [
        { id: null, label: 'All', isOn: chosen === null },
        ...classes.map((id) => ({ id, label: id, isOn: chosen === id })),
      ];
  return (
    <fieldset className={styles.chips} disabled={disabled}>
      <legend>Form class</legend>
      <div>
        {chips.map(({ id, label, isOn }) => (
          <button key={label} type="button" className={styles.chip} aria-pressed={isOn} onClick={() => onChoose(id)}>
            {label}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
