import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Tx } from './client.ts';
import { executeTogether } from './run-together.ts';

/** Takes the place of a value while a query is compiled. Has no value of its own. */
class StandIn {
  readonly #read: (values: object) => unknown;

  constructor(read: (values: object) => unknown) {
    this.#read = read;
  }

  static fill(parameter: unknown, values: object): unknown {
    return parameter instanceof StandIn ? parameter.#read(values) : parameter;
  }
}

/** The actor among the values. Its kind and its rights (properties that are sets) decide which conditions a query has. */
const actorOf = (values: object) => (values as { who?: object }).who;

/** Kind and rights as text. A query is compiled once for each of these texts. */
const textOf = (who: object | undefined): string =>
  Object.values(who ?? {})
    .map((value) => (value instanceof Set ? [...value].toSorted().join() : ''))
    .concat((who as { kind?: string } | undefined)?.kind ?? '')
    .join(' ');

/**
 * What `build` gets instead of a value. A placeholder can be part of the query, but cannot be compared with anything,
 * because the query is compiled once for all values.
 */
export type Placeholder<Value> = RawBuilder<Value>;

/** The values of a call whose `build` gets these placeholders. The actor has the same type in both. */
type ValuesOf<Placeholders> = {
  [Name in keyof Placeholders]: Placeholders[Name] extends RawBuilder<infer Value>
    ? Value
    : Placeholders[Name];
};

/** Everything except the actor must be a placeholder: a `build` with a parameter of another type does not compile. */
type AllPlaceholders<Names> = { [Name in keyof Names]: Name extends 'who' ? object : RawBuilder<unknown> };

/** A placeholder for each value. The actor keeps its kind and its rights; its other properties become stand-ins. */
const placeholdersFor = <Placeholders extends AllPlaceholders<Placeholders>>(
  given: ValuesOf<Placeholders>,
): Placeholders => {
  const standInsOf = (object: object, within: (values: object) => object) =>
    Object.entries(object).map(([name, value]): [string, unknown] => {
      const isText = within === actorIn && (name === 'kind' || value instanceof Set);
      if (isText) return [name, value];
      const standIn = new StandIn((values) => Reflect.get(within(values), name));
      return [name, within === actorIn ? standIn : sql`${standIn}`];
    });
  const actorIn = (values: object) => actorOf(values) ?? {};
  const placeholders = Object.fromEntries(standInsOf(given, (values) => values));
  const who = actorOf(given);
  return {
    ...placeholders,
    ...(who && { who: Object.fromEntries(standInsOf(who, actorIn)) }),
  } as Placeholders;
};

/**
 * A query that is built and compiled once in this process, not for every call: Kysely needs more time for that than Node
 * needs for all the rest of a lookup. `build` gets placeholders instead of values. A `variant` may change the text of the
 * query; each variant is compiled once. Calls with the same values that wait at the same time share one run
 * (`executeTogether`).
 */
export const compiledOnce = <
  Placeholders extends AllPlaceholders<Placeholders>,
  Row,
  Variant extends string = '',
>(
  build: (db: Tx, placeholders: Placeholders, variant: Variant) => Compilable<Row>,
) => {
  const queries = new Map<string, CompiledQuery<Row>>();
  return async (
    db: Tx,
    values: ValuesOf<Placeholders>,
    ...[variant = '' as Variant]: '' extends Variant ? [] : [Variant]
  ): Promise<readonly Row[]> => {
    const key = `${variant} ${textOf(actorOf(values))}`;
    const known = queries.get(key);
    const query = known ?? build(db, placeholdersFor<Placeholders>(values), variant).compile();
    if (!known) queries.set(key, query);
    const parameters = query.parameters.map((parameter) => StandIn.fill(parameter, values));
    return executeTogether(db, { ...query, parameters });
  };
};
