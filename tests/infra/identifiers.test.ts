import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { findIdentifiers } from '../support/layout/identifiers.ts';

/** A text of an element or of wordings: a sentence, or a word with a capital. */
const isForPeople = (text: string) => /\s/.test(text.trim()) || /^[A-Z]/.test(text.trim());

/**
 * Elsewhere, among names of attributes, styles and commands: three words that begin with a capital, or with a value.
 */
const isSentence = (text: string) => /^[A-Z“‘…]/.test(text.trim()) && text.trim().split(/\s+/).length >= 3;

/** Their arguments are for the operators of the system. */
const forOperators = /^(new (Error|TypeError|RangeError)|console\.\w+|log\.\w+|new RegExp)$/;

/** Files whose sentences are for those who write a school's file, read it by a program, or for the database. */
const ofOperators = [
  ...[
    'shared/school/school-file.ts',
    'shared/options/scan-stations/option.ts',
    'shared/options/sign-off/settings.ts',
    'shared/http/fields.ts',
  ],
  ...['functions/platform/table/expression.ts', 'functions/platform/table/gather-partitions.ts'],
  ...['functions/school/whole-school/read-me.ts', 'functions/school/whole-school/record-kinds.generated.ts'],
  'functions/options/record-kinds.generated.ts',
];

/** A stored moment or day in the middle of a sentence, such as `${savedAt}`: what shows it is a function. */
const rawMoment = /(^|[._])(\w*(_at|[a-z]At|_date|[a-z]Date))$|toISOString\(\)$/;

type Texts = { texts: string[]; moments: string[] };

const wholeOf = ({ head, templateSpans }: ts.TemplateExpression): string =>
  head.text + templateSpans.map(({ literal }) => `…${literal.text}`).join('');

/**
 * The texts of a file that people may read: those of its elements and their properties, of wordings all, elsewhere the
 * sentences.
 */
function listTexts(path: string, source = readFileSync(path, 'utf8')): Texts {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const isWordings = path.endsWith('wordings.ts');
  const texts: string[] = [];
  const moments: string[] = [];
  const visit = (node: ts.Node): void => {
    const { parent } = node;
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    // The line of a drawing.
    if (ts.isJsxAttribute(node) && node.name.getText() === 'd') return;
    if (ts.isCallExpression(node) || ts.isNewExpression(node))
      if (forOperators.test(`${ts.isNewExpression(node) ? 'new ' : ''}${node.expression.getText()}`)) return;
    const isProperty = parent && ts.isJsxAttribute(parent) && !/^(className|keys?)$/.test(parent.name.getText());
    const isShown = (text: string) => (isWordings || isProperty ? isForPeople(text) : isSentence(text));
    if (ts.isJsxText(node) && isForPeople(node.text)) texts.push(node.text);
    if ((ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) && isShown(node.text))
      texts.push(node.text);
    if (ts.isTemplateExpression(node) && isShown(wholeOf(node))) {
      texts.push(wholeOf(node));
      for (const { expression } of node.templateSpans)
        if (rawMoment.test(expression.getText())) moments.push(`${expression.getText()} in “${wholeOf(node)}”`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { texts, moments };
}

const files = execFileSync('git', ['ls-files', 'web', 'shared', 'functions'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\.tsx?$/.test(path) && !ofOperators.includes(path));

it('no sentence of a screen, an error, a document or an e-mail reads as code', () => {
  const all = files.map((path) => [path, listTexts(path)] as const);
  expect(all.reduce((sum, [, { texts }]) => sum + texts.length, 0)).toBeGreaterThan(2500);
  const found = all
    .map(([path, { texts, moments }]) => [path, [...findIdentifiers(texts), ...moments]] as const)
    .filter(([, lines]) => lines.length > 0);
  expect(Object.fromEntries(found)).toEqual({});
});

it('finds what reads as code in a template, a property of a document, and beside an element', () => {
  const textsOf = (source: string) => {
    const { texts, moments } = listTexts('part.tsx', source);
    return [...findIdentifiers(texts).map((line) => line.replace(/ in “.*/, '')), ...moments];
  };
  expect(textsOf('snackbar(`${name} saved the markSheet of ${classId}.`);')).toEqual([
    'a word in camel case: markSheet',
  ]);
  expect(textsOf("page.text({ text: 'The class_list of this term' });")).toEqual([
    'a key with underscores: class_list',
  ]);
  expect(textsOf('const note = `Posted at ${report.postedAt} by the office`;')).toEqual([
    'report.postedAt in “Posted at … by the office”',
  ]);
  expect(textsOf("if (!key) throw new Error('The SCHOOL_FILE is not set here');")).toEqual([]);
  expect(textsOf("const styles = 'flexRow flexWrap';")).toEqual([]);
});

describe('what reads as code', () => {
  it.each([
    ['AssignmentVerdict students', 'a word in camel case: AssignmentVerdict'],
    ['Last change of possibleAttendance', 'a word in camel case: possibleAttendance'],
    ['date_of_birth must be a date', 'a key with underscores: date_of_birth'],
    ['Open until 2026-12-11', 'a date of a machine: 2026-12-11'],
    ['Posted, 2026-05-20T10:00:00.000Z', 'a date of a machine: 2026-05-20'],
    ['Saved at 14:05:11Z', 'a time of a machine: 14:05:11Z'],
    ['Saved at 14:05 UTC', 'a time of a machine: UTC'],
    ['By 3f2b8c1e-1a2b-4c3d-8e9f-001122334455', 'an id: 3f2b8c1e-1a2b-4c3d-8e9f-001122334455'],
    ['Station iQKdXiJw16G6', 'an id: iQKdXiJw16G6'],
    ['Average undefined', 'a value of a program: undefined'],
  ])('%s', (text, fault) => {
    expect(findIdentifiers([text])).toEqual([`${fault} in “${text}”`]);
  });

  it.each([
    'Term 1, 2026-2027',
    '11-Dec-2026, 14:05',
    'McDonald, DeShawn',
    'anne.de_freitas@school.example',
    'https://school.example/student_reports/2026-12-11',
    'Marks of 1A.csv, class_list.xlsx',
    'A+ is not a grade',
    'Nullify',
  ])('but not %s', (text) => {
    expect(findIdentifiers([text])).toEqual([]);
  });
});
