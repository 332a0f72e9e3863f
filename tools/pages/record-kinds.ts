import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import type { RecordKind, RecordSchema } from '../../functions/school/whole-school/record-kind.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Declared {
  path: string;
  kind: RecordKind;
}

let read: readonly Declared[] | undefined;

/**
 * Every kind of record that an entity declares, read from the types of the sources: the templates of its keys, and the
 * shape of a record as JSON Schema with the comments of its attributes. Keys that sign are in a table of their own and
 * are no kind of it.
 */
export function listDeclaredKinds(): readonly Declared[] {
  if (read) return read;
  const configured = ts.readConfigFile(`${root}tsconfig.json`, (path) => readFileSync(path, 'utf8'));
  const { options } = ts.parseJsonConfigFileContent(configured.config, ts.sys, root);
  const files = ts.sys.readDirectory(`${root}functions`, ['.ts']);
  const program = ts.createProgram(files, { ...options, noEmit: true });
  const checker = program.getTypeChecker();
  const found: Declared[] = [];
  const visit = (source: ts.SourceFile, node: ts.Node) => {
    if (
      ts.isCallExpression(node) &&
      ts.isCallExpression(node.expression) &&
      node.expression.expression.getText(source) === 'entity' &&
      node.expression.typeArguments
    ) {
      const kind = kindOf(node, checker);
      if (kind) found.push({ path: source.fileName.slice(root.length), kind });
    }
    ts.forEachChild(node, (child) => visit(source, child));
  };
  for (const file of files) {
    const source = program.getSourceFile(file);
    if (source) visit(source, source);
  }
  read = found.sort((a, b) => (a.kind.name < b.kind.name ? -1 : 1));
  return read;
}

function kindOf(call: ts.CallExpression, checker: ts.TypeChecker): RecordKind | undefined {
  const [item, declaration] = checker.getTypeArguments(checker.getTypeAtLocation(call) as ts.TypeReference);
  if (!item || !declaration) throw new Error(`${call.getText()} is no entity`);
  const literal = literalOf(declaration, checker) as Partial<Omit<RecordKind, 'table'>> & { table?: string };
  const { name = '', pk = '', sk = '', indexes = {}, sets = [], table = 'records' } = literal;
  if (table === 'keys') return undefined;
  const { secretAttributes, schema } = new SchemaMaker(checker, sets).ofRecord(item);
  const secret = secretOf(item.aliasSymbol ?? item.symbol, checker);
  const description = commentOf(item.aliasSymbol ?? item.symbol, checker);
  return {
    name,
    table: table as RecordKind['table'],
    pk,
    sk,
    indexes,
    sets,
    secretAttributes,
    ...(secret === undefined ? {} : { secret }),
    schema: { ...(description ? { description } : {}), ...schema },
  };
}

/** The value that a type of literals stands for. */
function literalOf(type: ts.Type, checker: ts.TypeChecker): unknown {
  if (type.isStringLiteral()) return type.value;
  if (checker.isTupleType(type)) {
    return checker.getTypeArguments(type as ts.TypeReference).map((one) => literalOf(one, checker));
  }
  if (type.getCallSignatures().length > 0) return undefined;
  return Object.fromEntries(
    checker
      .getPropertiesOfType(type)
      .map((property) => [property.name, literalOf(checker.getTypeOfSymbol(property), checker)]),
  );
}

const commentOf = (symbol: ts.Symbol | undefined, checker: ts.TypeChecker): string =>
  ts
    .displayPartsToString(symbol?.getDocumentationComment(checker))
    .replaceAll(/\{@link (\S+)\}/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** What the comment says after `@secret`: why a school's file has none of it. */
const secretOf = (symbol: ts.Symbol | undefined, checker: ts.TypeChecker): string | undefined => {
  const tag = symbol?.getJsDocTags(checker).find(({ name }) => name === 'secret');
  return tag && ts.displayPartsToString(tag.text).replaceAll(/\s+/g, ' ').trim();
};

const byText = (a: unknown, b: unknown): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

class SchemaMaker {
  readonly #checker: ts.TypeChecker;
  readonly #sets: readonly string[];
  readonly #within: ts.Type[] = [];

  constructor(checker: ts.TypeChecker, sets: readonly string[]) {
    this.#checker = checker;
    this.#sets = sets;
  }

  /** The schema of a record without its secrets, and these by name. */
  ofRecord(type: ts.Type): Pick<RecordKind, 'schema' | 'secretAttributes'> {
    const { properties = {}, required = [], ...schema } = this.of(type) as RecordSchema & { required?: string[] };
    const secretAttributes: Record<string, string> = {};
    for (const property of this.#checker.getPropertiesOfType(type)) {
      const why = secretOf(property, this.#checker);
      if (why !== undefined) secretAttributes[property.name] = why;
    }
    const isOpen = (name: string) => !(name in secretAttributes);
    return {
      secretAttributes,
      schema: {
        ...schema,
        properties: Object.fromEntries(Object.entries(properties).filter(([name]) => isOpen(name))),
        required: required.filter(isOpen),
      },
    };
  }

  of(type: ts.Type): RecordSchema {
    if (type.isUnion()) return this.#union(type.types);
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value };
    const { flags } = type;
    if (flags & ts.TypeFlags.BooleanLiteral) return { const: this.#checker.typeToString(type) === 'true' };
    if (flags & (ts.TypeFlags.String | ts.TypeFlags.TemplateLiteral)) return { type: 'string' };
    if (flags & ts.TypeFlags.Number) return { type: 'number' };
    if (flags & ts.TypeFlags.Boolean) return { type: 'boolean' };
    if (flags & ts.TypeFlags.Null) return { type: 'null' };
    if (flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any)) return {};
    if (type.symbol?.name === 'Uint8Array') return { type: 'string', contentEncoding: 'base64' };
    if (this.#within.includes(type)) return {};
    this.#within.push(type);
    try {
      return this.#object(type);
    } finally {
      this.#within.pop();
    }
  }

  #union(types: readonly ts.Type[]): RecordSchema {
    const stored = types.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined));
    const booleans = stored.filter(({ flags }) => flags & ts.TypeFlags.BooleanLiteral);
    const isBoolean = booleans.length === 2;
    const others = isBoolean ? stored.filter((one) => !booleans.includes(one)) : stored;
    const parts = [...others.map((one) => this.of(one)), ...(isBoolean ? [{ type: 'boolean' }] : [])];
    const values = parts.flatMap((part) => ('const' in part ? [part.const] : []));
    const rest = parts.filter((part) => !('const' in part));
    const distinct = [...new Map(rest.map((part) => [JSON.stringify(part), part])).values()];
    // The compiler's order of a union follows what it read first, in whatever file.
    const joined = [
      ...(values.length === 1 ? [{ const: values[0] }] : values.length > 1 ? [{ enum: values.sort(byText) }] : []),
      ...distinct.sort(byText),
    ];
    return joined.length === 1 && joined[0] ? joined[0] : { anyOf: joined };
  }

  #object(type: ts.Type): RecordSchema {
    if (this.#checker.isArrayType(type) || this.#checker.isTupleType(type)) {
      const members = this.#checker.getTypeArguments(type as ts.TypeReference).map((one) => this.of(one));
      const [first] = members;
      const distinct = [...new Map(members.map((part) => [JSON.stringify(part), part])).values()].sort(byText);
      return { type: 'array', items: distinct.length > 1 ? { anyOf: distinct } : (first ?? {}) };
    }
    const byName = this.#checker.getIndexInfoOfType(type, ts.IndexKind.String);
    const properties = this.#checker.getPropertiesOfType(type).sort((a, b) => (a.name < b.name ? -1 : 1));
    const described = properties.map((property): [string, RecordSchema] => {
      const schema = this.of(this.#checker.getTypeOfSymbol(property));
      const description = commentOf(property, this.#checker);
      const isSet = this.#within.length === 1 && this.#sets.includes(property.name);
      return [
        property.name,
        { ...(description ? { description } : {}), ...schema, ...(isSet ? { uniqueItems: true } : {}) },
      ];
    });
    const required = properties.filter((property) => !this.#mayBeMissing(property)).map(({ name }) => name);
    return {
      type: 'object',
      ...(described.length > 0 ? { properties: Object.fromEntries(described) } : {}),
      ...(required.length > 0 ? { required } : {}),
      ...(byName ? { additionalProperties: this.of(byName.type) } : {}),
    };
  }

  #mayBeMissing(property: ts.Symbol): boolean {
    if (property.flags & ts.SymbolFlags.Optional) return true;
    const type = this.#checker.getTypeOfSymbol(property);
    return type.isUnion() && type.types.some(({ flags }) => flags & ts.TypeFlags.Undefined);
  }
}

/** The sources with the kinds of the core, and those of the options by their names. */
export const recordKindSources: Readonly<Record<string, () => string>> = {
  'functions/school/whole-school/record-kinds.generated.ts': () =>
    [
      "import type { RecordKind } from './record-kind.ts';",
      '',
      '/** Made of the entities by `npm run pages`. */',
      'export const recordKinds: readonly RecordKind[] = [',
      ...listDeclaredKinds().flatMap((one) => (optionOf(one) === undefined ? [lineOf(one)] : [])),
      '];',
      '',
    ].join('\n'),
  'functions/options/record-kinds.generated.ts': () =>
    [
      "import type { RecordKind } from '../school/whole-school/record-kind.ts';",
      '',
      '/** Made of the entities by `npm run pages`. */',
      'export const recordKindParts: Readonly<Record<string, readonly RecordKind[]>> = {',
      ...[...Map.groupBy(listDeclaredKinds(), optionOf)].flatMap(([option, ofOption]) =>
        option === undefined ? [] : [`  ${JSON.stringify(option)}: [`, ...ofOption.map(lineOf), '  ],'],
      ),
      '};',
      '',
    ].join('\n'),
};

const optionOf = ({ path }: Declared): string | undefined => /^functions\/options\/([^/]+)\//.exec(path)?.[1];
const lineOf = ({ kind }: Declared): string => `  ${JSON.stringify(kind)},`;
