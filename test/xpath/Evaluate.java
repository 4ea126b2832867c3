import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import net.sf.saxon.lib.Feature;
import net.sf.saxon.s9api.*;
import net.sf.saxon.trans.XPathException;

/**
 * Evaluates XPath expressions with Saxon. The arguments are documents, each followed by `=` and a path to
 * the context items in it. A line of standard input is an expression; the answer has a line for each
 * context item, then an empty one. Test code of ours writes the same lines (engines.ts).
 */
public class Evaluate {
  public static void main(String[] arguments) throws Exception {
    Processor processor = new Processor(false);
    // Otherwise Saxon would leave out, or move, what can fail.
    processor.setConfigurationProperty(Feature.OPTIMIZATION_LEVEL, "0");
    XPathCompiler compiler = processor.newXPathCompiler();
    compiler.setLanguageVersion("3.1");
    compiler.declareNamespace("cbc", "urn:cbc");
    compiler.declareNamespace("cac", "urn:cac");
    compiler.declareNamespace("p", "urn:p");
    processor.setConfigurationProperty(Feature.DEFAULT_LANGUAGE, "en");
    List<XdmItem> contexts = new ArrayList<>();
    for (String argument : arguments) {
      int at = argument.indexOf('=');
      XdmNode document = processor.newDocumentBuilder().build(new File(argument.substring(0, at)));
      for (XdmItem item : compiler.evaluate(argument.substring(at + 1), document)) contexts.add(item);
    }
    PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, "UTF-8");
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      XPathExecutable expression = null;
      String broken = "";
      try {
        expression = compiler.compile(line);
      } catch (SaxonApiException error) {
        broken = "error static " + codeOf(error);
      } catch (RuntimeException | Error error) {
        broken = "crash " + error.getClass().getSimpleName();
      }
      for (XdmItem context : contexts) out.println(expression == null ? broken : evaluated(expression, context));
      out.println();
      out.flush();
    }
  }

  private static String evaluated(XPathExecutable expression, XdmItem context) {
    try {
      XPathSelector selector = expression.load();
      selector.setContextItem(context);
      List<String> items = new ArrayList<>();
      for (XdmItem item : selector) items.add(item instanceof XdmNode ? place((XdmNode) item) : value((XdmAtomicValue) item));
      return "(" + String.join(", ", items) + ")";
    } catch (SaxonApiException | RuntimeException | Error error) {
      Throwable cause = error.getCause();
      if (cause instanceof XPathException) return ((XPathException) cause).isTypeError() ? "error type" : "error";
      return "crash " + error.getClass().getSimpleName();
    }
  }

  private static String value(XdmAtomicValue value) {
    String text = value.getStringValue();
    String escaped = text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t");
    return value.getPrimitiveTypeName().getLocalName() + " '" + escaped + "'";
  }

  private static String place(XdmNode node) {
    XdmNode parent = node.getParent();
    switch (node.getNodeKind()) {
      case DOCUMENT:
        return "/";
      case ATTRIBUTE:
        return place(parent) + "/@" + node.getNodeName().getClarkName();
      default:
        int at = 1;
        XdmSequenceIterator before = node.axisIterator(Axis.PRECEDING_SIBLING);
        while (before.hasNext()) {
          XdmNode one = (XdmNode) before.next();
          if (one.getNodeKind() == node.getNodeKind() && Objects.equals(one.getNodeName(), node.getNodeName())) at++;
        }
        String name = nameOf(node);
        String above = place(parent);
        return (above.equals("/") ? "" : above) + "/" + name + "[" + at + "]";
    }
  }

  private static String nameOf(XdmNode node) {
    switch (node.getNodeKind()) {
      case ELEMENT:
        return node.getNodeName().getClarkName();
      case PROCESSING_INSTRUCTION:
        return "processing-instruction(" + node.getNodeName() + ")";
      default:
        return node.getNodeKind().toString().toLowerCase() + "()";
    }
  }

  private static String codeOf(SaxonApiException error) {
    return error.getErrorCode() == null ? "without a code: " + error.getMessage() : error.getErrorCode().getLocalName();
  }
}
