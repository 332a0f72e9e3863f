import { Fragment } from 'react';
import type { Output } from '#shared/http/contract.ts';
import { groupTitles, type StudentField, studentFieldNames, studentFields } from '#shared/students/fields.ts';
import type { studentRegisterContract } from '#shared/students/register/contract.ts';
import { Muted, Text } from '../../../ui/layout/text.tsx';
import { HouseByCode } from '../record/house-chip.tsx';
import type { ValueTexts } from '../table/use-value-texts.ts';
import styles from './page.module.css';

type StudentRecord = Output<typeof studentRegisterContract.readStudentRecord>;

/** Whom the office calls, in the order in which it does. */
const contactFields = [
  ...['guardian_name', 'guardian_mobile_phone', 'mother_name', 'mother_mobile_phone', 'father_name'],
  ...['father_mobile_phone', 'emergency_contact', 'emergency_home_phone', 'phone_cell', 'phone_home', 'email'],
  ...['home_address', 'address_line_2'],
] as readonly StudentField[];

interface StudentFacts {
  student: StudentRecord;
  words: ValueTexts;
}

const factsOf = (student: StudentRecord) =>
  new Map(Object.entries(student).filter(([, value]) => typeof value === 'string')) as Map<string, string>;

/** How student and family are reached: first on the page. */
export function StudentContact({ student, words }: StudentFacts) {
  const facts = factsOf(student);
  const fields = contactFields.filter((field) => field in student);
  const known = fields.filter((field) => facts.has(field));
  return (
    <section className={styles.part} aria-labelledby="contact">
      <Text as="h2" below={12} id="contact">
        Contact
      </Text>
      {known.length === 0 ? (
        <Muted size={13} weight={400}>
          No address, phone or guardian is filled in.
        </Muted>
      ) : (
        <>
          <FactList fields={known} facts={facts} words={words} />
          <Text className={styles.more} as="p" size={13.5} above={12}>
            <BlankCount of={fields.length - known.length} />
          </Text>
        </>
      )}
    </section>
  );
}

/** The other facts of a student by group. Blank ones are counted, not listed. */
export function StudentDetails({ student, words }: StudentFacts) {
  const facts = factsOf(student);
  const groups = Map.groupBy(
    studentFieldNames.filter((field) => field in student && !contactFields.includes(field)),
    (field) => studentFields[field].group,
  );
  return (
    <section className={styles.part} aria-labelledby="details">
      <Text as="h2" below={12} id="details">
        Details
      </Text>
      {[...groups].map(([group, fields]) => {
        const known = fields.filter((field) => facts.has(field));
        return (
          <div key={group} className={styles.group}>
            <h3>
              {groupTitles[group]}
              <BlankCount of={fields.length - known.length} />
            </h3>
            {known.length > 0 && <FactList fields={known} facts={facts} words={words} />}
          </div>
        );
      })}
    </section>
  );
}

const BlankCount = ({ of: count }: { of: number }) =>
  count > 0 && (
    <Muted as="span" size={13} weight={400}>
      {' '}
      {count} not filled in
    </Muted>
  );

interface FactListProps {
  fields: readonly StudentField[];
  facts: ReadonlyMap<string, string>;
  words: ValueTexts;
}

const FactList = ({ fields, facts, words }: FactListProps) => (
  <dl className={styles.facts}>
    {fields.map((field) => (
      <div key={field}>
        <Muted as="dt" size={12.5}>
          {studentFields[field].label}
        </Muted>
        <Text as="dd" breaks>
          <Fact field={field} value={facts.get(field) ?? ''} words={words} />
        </Text>
      </div>
    ))}
  </dl>
);

function Fact({ field, value, words }: { field: StudentField; value: string; words: ValueTexts }) {
  const { type } = studentFields[field];
  if (type === 'house') return <HouseByCode houses={words.houses} code={value} />;
  if (type === 'email')
    return (
      <a href={`mailto:${value}`}>
        <span>{breakAtSign(value)}</span>
      </a>
    );
  if (type === 'phone') return <a href={`tel:${value.replace(/[^+\d]/g, '')}`}>{value}</a>;
  return <span>{words.textOf(field, value)}</span>;
}

/** A long address breaks before its sign, and not within a name. */
const breakAtSign = (email: string) =>
  email.split(/(?=@)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text
    <Fragment key={index}>
      <wbr />
      {part}
    </Fragment>
  ));
