import styles from './progress-bar.module.css';

export interface ProgressBarProps {
  /** What is going on, read out and not shown. */
  label: string;
  done: number;
  /** 0 while it is not known: the bar is empty then. */
  total: number;
}

/** How far work has come, as a bar and a percentage. */
export function ProgressBar({ label, done, total }: ProgressBarProps) {
  const percent = total === 0 ? 0 : Math.floor((100 * done) / total);
  return (
    <div className={styles.progress}>
      <div
        className={styles.track}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <div className={styles.bar} style={{ transform: `scaleX(${percent / 100})` }} />
      </div>
      <span className={styles.figure}>{percent} %</span>
    </div>
  );
}
