/** The part that we use of noVNC, which comes without types (its docs/API.md). */
declare module '@novnc/novnc' {
  export default class RFB extends EventTarget {
    constructor(target: Element, channel: WebSocket, options?: { shared?: boolean });
    /** 0 to 9: the effort put into packing */
    compressionLevel: number;
    /** 0 to 9, of JPEG */
    qualityLevel: number;
    /** whether the far screen takes the size of ours */
    resizeSession: boolean;
    /** whether it is shown smaller or larger to fit */
    scaleViewport: boolean;
    background: string;
    /** not in API.md: the size that the far screen is asked to take, in CSS pixels */
    protected _screenSize(): { w: number; h: number };
    focus(): void;
    disconnect(): void;
  }
}
