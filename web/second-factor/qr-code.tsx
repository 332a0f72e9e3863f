import { correction, generate } from 'lean-qr';
import { useMemo } from 'react';
import styles from './second-factor.module.css';

/** Modules of white that a scanner needs around the code. */
const quietZone = 4;

/** A text as a QR code, drawn here: what is in it is asked of nobody. Dark on white in every look, or cameras do not read it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => drawingOf(text), [text]);
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** The dark squares row by row, those side by side as one. */
function drawingOf(text: string): { size: number; path: string } {
  const code = generate(text, { minCorrectionLevel: correction.M });
  const rows = Array.from({ length: code.size }, (_, y) => {
    const dark = Array.from({ length: code.size }, (_, x) => (code.get(x, y) ? '1' : '0')).join('');
    return [...dark.matchAll(/1+/g)].map(
      ({ index, 0: run }) => `M${index + quietZone} ${y + quietZone}h${run.length}v1h-${run.length}z`,
    );
  });
  return { size: code.size + 2 * quietZone, path: rows.flat().join('') };
}
