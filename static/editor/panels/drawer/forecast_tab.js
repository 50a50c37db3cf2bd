// The tab with the forecast: the charts and numbers of its page, and the way there.
import { Asked } from "./asked.js";
import { element } from "../../element.js";

export class ForecastTab {
  constructor(editor) {
    Object.assign(this, {
      editor, key: "forecast", charts: new Asked(editor.words, { waiting: "forecasting", className: "forecast" })
    });
  }

  label() { return this.editor.words("tab_forecast"); }
  wanted() { return []; }
  mark(live) { return live.forecast ?? ""; }

  content(live) {
    const { words, page } = this.editor;
    const link = element("a", { href: page.urls.forecast, textContent: words("forecast_page") });
    const { charts } = document.getElementById("drawer").dataset; // how these look isn't needed for the first look
    return element("div", { className: "pictures" }, [
      element("link", { rel: "stylesheet", href: charts }), element("p", {}, [link]),
      this.charts.of(page.urls.forecast, this.mark(live))
    ]);
  }
}
