import type { Output } from '#shared/http/contract.ts';
import { groupTitles, type StudentField, studentFieldNames, studentFields } from '#shared/students/fields.ts';
import type { studentRegisterContract } from '#shared/students/register/contract.ts';
import { HouseByCode } from '../record/house-chip.tsx';
import type { ValueTexts } from '../table/use-value-texts.ts';
import styles from './page.module.css';

type Record = Output<typeof studentRegisterContract.readStudentRecord>;

/** The facts of a student by group. Blank ones are counted, not listed. */
export function StudentDetails({ student, words }: { student: Record; words: ValueTexts }) {
  const facts = new Map(Object.entries(student).filter(([, value]) => typeof value === 'string')) as Map<
    string,
    string
  >;
  const groups = Map.groupBy(
    studentFieldNames.filter((field) => field in student),
    (field) => studentFields[field].group,
  );
  return (
    <section className={styles.part} aria-labelledby="details">
      <h2 id="details">Details</h2>
      {[...groups].map(([group, fields]) => {
        const known = fields.filter((field) => facts.has(field));
        const blank = fields.length - known.length;
        return (
          <div key={group} className={styles.group}>
            <h3>
              {groupTitles[group]}
              {blank > 0 && <span className={styles.muted}> {blank} not filled in</span>}
            </h3>
            <dl className={styles.facts}>
              {known.map((field) => (
                <div key={field}>
                  <dt>{studentFields[field].label}</dt>
                  <dd>
                    <Fact field={field} value={facts.get(field) ?? ''} words={words} />
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        );
      })}
    </section>
  );
}

function Fact({ field, value, words }: { field: StudentField; value: string; words: ValueTexts }) {
  const { type } = studentFields[field];
  if (type === 'house') return <HouseByCode houses={words.houses} code={value} />;
  if (type === 'email') return <a href={`mailto:${value}`}>{value}</a>;
  if (type === 'phone') return <a href={`tel:${value.replace(/[^+\d]/g, '')}`}>{value}</a>;
  return words.textOf(field, value);
}
