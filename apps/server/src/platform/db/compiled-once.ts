import type { Compilable, CompiledQuery } from 'kysely';
import type { Tx } from './client.ts';
import { executeTogether } from './run-together.ts';

/** Stands in the place of a value while a query is compiled. Only its place counts, so it has nothing to look at. */
class StandIn {
  readonly #read: (values: object) => unknown;

  constructor(read: (values: object) => unknown) {
    this.#read = read;
  }

  static fill(parameter: unknown, values: object): unknown {
    return parameter instanceof StandIn ? parameter.#read(values) : parameter;
  }
}

/** The actor among the values: its kind and its rights, which are sets, decide which conditions there are. */
const actorOf = (values: object) => (values as { who?: object }).who;

/** A query is compiled for each of these texts. */
const textOf = (who: object | undefined): string =>
  Object.values(who ?? {})
    .map((value) => (value instanceof Set ? [...value].toSorted().join() : ''))
    .concat((who as { kind?: string } | undefined)?.kind ?? '')
    .join(' ');

/** A stand-in for each value, and for each property of the actor but its kind and its rights. */
const standInsFor = <Given extends object>(given: Given): Given => {
  const standInsOf = (object: object, within: (values: object) => object) =>
    Object.entries(object).map(([name, value]): [string, unknown] => {
      const isText = within === actorIn && (name === 'kind' || value instanceof Set);
      return [name, isText ? value : new StandIn((values) => Reflect.get(within(values), name))];
    });
  const actorIn = (values: object) => actorOf(values) ?? {};
  const standIns = Object.fromEntries(standInsOf(given, (values) => values));
  const who = actorOf(given);
  return { ...standIns, ...(who && { who: Object.fromEntries(standInsOf(who, actorIn)) }) } as Given;
};

/**
 * A query that is built and compiled once in this process instead of for every call, which takes Kysely longer than
 * all the rest that Node does for a lookup. `build` may only pass its values on to the query: while it runs they are
 * stand-ins. What changes the text of the query is a `variant`; each is compiled once. Calls with the same values that
 * wait at the same time share one run (`executeTogether`).
 */
export const compiledOnce = <Given extends object, Row, Variant extends string = ''>(
  build: (db: Tx, values: Given, variant: Variant) => Compilable<Row>,
) => {
  const queries = new Map<string, CompiledQuery<Row>>();
  return async (
    db: Tx,
    values: Given,
    ...[variant = '' as Variant]: '' extends Variant ? [] : [Variant]
  ): Promise<readonly Row[]> => {
    const key = `${variant} ${textOf(actorOf(values))}`;
    const known = queries.get(key);
    const query = known ?? build(db, standInsFor(values), variant).compile();
    if (!known) queries.set(key, query);
    const parameters = query.parameters.map((parameter) => StandIn.fill(parameter, values));
    return executeTogether(db, { ...query, parameters });
  };
};
