/** Sends this visitor somewhere else instead of data, to a site path without the base path. */
export class SeeOther {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }
}

/** Sends every visitor to the one spelling of an address, a site path without the base path. */
export class Respelled {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }
}

/** Data of a page that is answered 404: what is looked for is not there, and the page helps to find something else. */
export class NothingThere<Data> {
  readonly data: Data;

  constructor(data: Data) {
    this.data = data;
  }
}

export type Loaded<Data> = Data | SeeOther | Respelled | NothingThere<Data>;
