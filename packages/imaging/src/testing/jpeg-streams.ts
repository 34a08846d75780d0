/**
 * `wave`, compressed by dcmcjpeg 3.6.7 of Debian: no installed library encodes these JPEG processes.
 */
export const WAVE = { rows: 12, columns: 20 } as const;

/** The values use all twelve bits, because lossy encoders scale a smaller range to the full one. */
export const wave = Uint16Array.from({ length: WAVE.rows * WAVE.columns }, (_, at) => {
  const x = at % WAVE.columns;
  const y = Math.floor(at / WAVE.columns);
  return Math.round(Math.min(4095, Math.max(0, 2048 + 2100 * Math.sin(x / 3) * Math.cos(y / 3))));
});

const stream = (base64: string): Uint8Array => Uint8Array.from(Buffer.from(base64, 'base64'));

export const COMPRESSED_WAVE = {
  /** .51: sequential, 12 bits. */
  extended: stream(`
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAIBAQEBAQIBAQECAgICAgQDAgICAgUEBAMEBgUGBgYFBgYGBwkIBgcJBwYGCAsICQoKCgoK
    BggLDAsKDAkKCgr/wQALDAAMABQBAREA/8QAGAAAAgMAAAAAAAAAAAAAAAAACgwLDQ7/xAArEAAABAMHBAEFAAAAAAAAAAABAgQFAwYH
    AAgJDBESIQoLDSJBFSYxUZH/2gAIAQEAAD8AmWu2feaD+gfyx70FDR2CDF3vn0dlq8vKVIy0AFhmZ8Rwl8NwIiFpEAJENuA2omL++RD5
    sqfZlR8b3dVn5Me6q+Z+6+9JFdzqLUqjVT5+UVXSvFNmxSqTGRqY5lg+6cBDaJDiA/AgI2K57Wf2R7EDyq90edC+zgYyUjPMp12uIPq+
    Z5jZZnTngq4UN1TIm8gmLEADB7MkT+Dat1c9v4QcnXjc4AT/AFzcr9l5iU1EXEnUxhlyR6qAgaC/com2gnFMfQvGmm78cW0M14LexBZi
    w68vUUHpZLd16i9VYMG5o2EB6rdIwvzibazwx1NGCPC1EdOeOebLvPkC+sq285mYLFrq46yBK0nxl1JpPKZjkFo+mtsHR9modYcDcfaP
    tz7fAW///9k=
  `),
  /** .53: spectral selection, 12 bits. */
  spectral: stream(`
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAIBAQEBAQIBAQECAgICAgQDAgICAgUEBAMEBgUGBgYFBgYGBwkIBgcJBwYGCAsICQoKCgoK
    BggLDAsKDAkKCgr/wgALDAAMABQBAREA/8QAGAAAAgMAAAAAAAAAAAAAAAAACgwLDQ7/2gAIAQEAAAAAmWlT4rmt1dDNLvP/xAAcEAAB
    BAMBAAAAAAAAAAAAAAAMCQoLDQQGCAf/2gAIAQEAAQUAjProPYPjHrCglRre51nZjzq+LPhHlAxV5nmdvpB6d0aYAUW8oLsSdY9RYF/s
    ub04TBf/xAApEAAABQIFBAEFAAAAAAAAAAABAgQFBgMHAAgREiEJCyJBChUmMVGR/9oACAEBAAY/AGjsEHV3zn2djWZeJWjLYAWGTPiO
    kvpuBEQtIgBKhtwG1Exf3yIe8SfuvvxIsudxblWaufPlF10rxbZsUqkxkamuZYPmnAQ2iQ4gPoQEcWL7OB1koM8xO+2RB9XyeRssnTno
    q6VN1TIm8gmLUADB5MlT+Dif3zcs9mZiJqKvUnU1hjkHuoCBoL9yibaCcUx9C8aabvxxiw9rI3lesvdWjRyaNhAer3QYX5xNtZ6Y6mrB
    XpaiOnPHPOOrXdx1gEWh9ZdaaHlMxwFo+mttHR9lQ606G4+0fLny9Bj//9k=
  `),
  /** .55: spectral selection and successive approximation, 12 bits. */
  progressive: stream(`
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAIBAQEBAQIBAQECAgICAgQDAgICAgUEBAMEBgUGBgYFBgYGBwkIBgcJBwYGCAsICQoKCgoK
    BggLDAsKDAkKCgr/wgALDAAMABQBAREA/8QAGAAAAgMAAAAAAAAAAAAAAAAACQsKDA3/2gAIAQEAAAABmWqniu1urQzV3n//xAAcEAAB
    BAMBAAAAAAAAAAAAAAAKBwgJCwIEBgX/2gAIAQEAAQUCjPug2DjHsKJUre3WWY7q4s4R1AFXZ4dukGn0ZgFFuoOwnQ9VgX7OfTkwf//E
    ACoQAAAFAgQDCQAAAAAAAAAAAAECAwQFAAYHCRITESNBCBQVMTM0QlJz/9oACAEBAAY/AksgjF284dtcrSI8A2HK5AOCmja605zX+yRb
    kjJQ0m/NKlWjUzGLoMOv41BZOGMjFZpO2Iudy4Rcl4GAFSkT6/iNP5xS+7maGHEkw93YyuhL3P101Axba14WVALNT502x31PRDrxCsWp
    dVg1ZieJZ8hgltphz3XkFf/EABwQAAIDAQADAAAAAAAAAAAAAAERACExQVFxgf/aAAgBAQABPyEL+i4nEm9EJ4WyidcIwkY3wwGLbKoc
    FnpWV9gKh96WkwjJh9vqVvmf/9oACAEBAAAAEEP/xAAbEAEAAwEAAwAAAAAAAAAAAAABABEhQVFhsf/aAAgBAQABPxBz7lDNBUWfJqdj
    3rJ0zJLOPEWLln1boAfExtg4m7Qq8VXGQyqdNoWF61ubszlxBDXquvQn/9k=
  `),
  /** .57: lossless, predictor 6. */
  losslessSixthPredictor: stream(`
    /9j/4AAQSkZJRgABAQAAAQABAAD/wwALEAAMABQBAREA/8QAHgAAAgICAwEBAAAAAAAAAAAACAkGBwADBAUKAg//2gAIAQEABgAA/B//
    ANV/pkeoxLcOyd/Oj5Z/KP5cvPOpWnpEzJ93pz9WmRmFQKAdfXPQ8Tl99L51YHNs6T9pnU5SQ0CaI4rDtUvQd7a5ElSXJZE1eE5+IDgr
    Aqu1ca+ArHWHS0iDRYKxxip2lZbOqncC5baq1PK6XuKkCnJTsEaK2Fq7JjWu7TQ2A2sRRqgVOrhEWvJ6WrG2wN/bm0A6L40D3gRrNUyo
    xVC6hKr+dlixFqrc20M1OK89I/4IS+VmLBW0CQyQmZEsdbJWfM0YSYNyaaSwdxBCEGgrFSkIvJbuKk0zmOAwCLsj4rDK6p+kKKqmnoN1
    faTe1rrvS07xseSfMYzbyeTyuPz9v1869HH43I67V8Zsy0LvIMh74uiwu46qv6doMeaJoirot9y7///Z
  `),
  /** .70: lossless, predictor 1. */
  losslessFirstPredictor: stream(`
    /9j/4AAQSkZJRgABAQAAAQABAAD/wwALEAAMABQBAREA/8QAHQAAAgMBAQEBAQAAAAAAAAAACQoGBwgABQQDD//aAAgBAQABAAD+D/7V
    7Mh1CJftnYO66Ks6o6uS84laekRMj3M5tac0SyEbsgcuyoI5e9YxW1ZYAgqc62eSE6bKLRvMOHhLhteT5xGWElfVdtf8LI46LsLeJhD2
    sQcXMpe/dKe1T2KxpCYEOJ4buPKwlupSFlTLt2otH3fYH2RSo8+Zjy3mWgaqjvp2RemlNR9XsFiXi/l6MmmtgWFP5nI/u+fwYhA694cO
    AceUb5Vl6j3QRUkRD9v6XnscoDGI+hv8CQLIu8hR2/SHGCOUeE4Zc99XLBcWCqCaCHlnF3wvYMieoSuHwZOZsZEO6ULQdaDvCQuisvyq
    60IMB3+Jp4wbFDSTWLQzCZZr0hQ0ALLJKpcq4tODMeUT1aYBiRoxqxoBg8sehK5GmBpZdVjlrF7g1YSimnSpHjY/ZaY1OgTm/wCth7hU
    XgWo///Z
  `),
} as const;
