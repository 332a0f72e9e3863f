import styles from './button.module.css';

/** Turning ring in the colour of the text around it; says nothing to a screen reader, so put words beside it. */
export const Spinner = () => <span className={styles.spinner} aria-hidden />;
