import type { ReactNode } from 'react';
import { NumberCell, NumberHead, Table } from '../../../ui/display/table.tsx';
import styles from './families.module.css';

interface CountsByClassProps<Figure extends string> {
  label: string;
  figures: readonly (readonly [name: Figure, heading: string])[];
  /** Those that are not shown are counted in the school's line. */
  classes: readonly (Record<Figure, number> & { class_id: string; isShown: boolean })[];
  /** Heading of the buttons at the ends of lines. */
  actsOn: string;
  actsOf: (classId: string) => ReactNode;
}

/** A line a class with figures and buttons; the school's last. */
export function CountsByClass<Figure extends string>(props: CountsByClassProps<Figure>) {
  const { label, figures, classes, actsOn, actsOf } = props;
  const cells = (countOf: (name: Figure) => number) =>
    figures.map(([name, heading]) => (
      <NumberCell key={name} data-label={heading}>
        {countOf(name)}
      </NumberCell>
    ));
  return (
    <Table label={label} stickyFirst folds>
      <thead>
        <tr>
          <th scope="col">Class</th>
          {figures.map(([name, heading]) => (
            <NumberHead key={name}>{heading}</NumberHead>
          ))}
          <th scope="col">{actsOn}</th>
        </tr>
      </thead>
      <tbody>
        {classes
          .filter(({ isShown }) => isShown)
          .map((one) => (
            <tr key={one.class_id}>
              <th scope="row">{one.class_id}</th>
              {cells((name) => one[name])}
              <td className={styles.buttons}>{actsOf(one.class_id)}</td>
            </tr>
          ))}
        <tr>
          <th scope="row">School</th>
          {cells((name) => classes.reduce((total, one) => total + one[name], 0))}
          <td />
        </tr>
      </tbody>
    </Table>
  );
}
