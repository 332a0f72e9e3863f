import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { findIdentifiers } from '../support/layout/identifiers.ts';

/** A text for people: a sentence, or a word with a capital. */
const isForPeople = (text: string) => /\s/.test(text.trim()) || /^[A-Z]/.test(text.trim());

/** The texts of a file that people may read: those of its elements and their properties, and of wordings all. */
function listTexts(path: string): string[] {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const isWordings = path.endsWith('wordings.ts');
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    const { parent } = node;
    const isProperty = parent && ts.isJsxAttribute(parent);
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isJsxText(node)) texts.push(node.text);
    if (ts.isStringLiteral(node) && (isWordings || (isProperty && !/^(className|keys?)$/.test(parent.name.getText()))))
      texts.push(node.text);
    if (
      isWordings &&
      (ts.isNoSubstitutionTemplateLiteral(node) ||
        ts.isTemplateHead(node) ||
        ts.isTemplateMiddle(node) ||
        ts.isTemplateTail(node))
    )
      texts.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return texts.filter(isForPeople);
}

const files = execFileSync('git', ['ls-files', 'web', 'shared'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => path.endsWith('.tsx') || path.endsWith('wordings.ts'));

it('no sentence of a screen or an error reads as code', () => {
  expect(files.length).toBeGreaterThan(200);
  const found = files
    .map((path) => [path, findIdentifiers(listTexts(path))] as const)
    .filter(([, lines]) => lines.length > 0);
  expect(Object.fromEntries(found)).toEqual({});
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
